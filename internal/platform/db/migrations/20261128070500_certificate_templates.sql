-- What certificates of the school look like: templates that administrators design, their pictures, and the papers on which certificates were issued, which
-- stay as they were.

-- +goose Up
CREATE TABLE certificate_templates (
  id         TEXT NOT NULL PRIMARY KEY,
  name       TEXT NOT NULL,
  name_key   TEXT NOT NULL, -- the folded name, by which they are listed
  language   TEXT NOT NULL CHECK (language IN ('en', 'de')),
  layout     JSONB NOT NULL,
  archived   BOOLEAN NOT NULL, -- courses do not choose it any more
  version    BIGINT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE certificate_template_pictures (
  id         TEXT NOT NULL PRIMARY KEY,
  media_type TEXT NOT NULL,
  width      BIGINT NOT NULL CHECK (width > 0), -- pixels
  height     BIGINT NOT NULL CHECK (height > 0),
  bytes      BIGINT NOT NULL CHECK (bytes > 0),
  issued     BOOLEAN NOT NULL, -- it stands on a certificate, and stays for ever
  touched_at TIMESTAMPTZ NOT NULL -- when it was uploaded, or a template with it was last saved
);
CREATE INDEX certificate_template_pictures_touched ON certificate_template_pictures (touched_at) WHERE NOT issued;

CREATE TABLE certificate_template_uses ( -- the pictures that templates show
  template_id TEXT NOT NULL REFERENCES certificate_templates (id) ON DELETE CASCADE,
  picture_id  TEXT NOT NULL REFERENCES certificate_template_pictures (id),
  PRIMARY KEY (template_id, picture_id)
);
CREATE INDEX certificate_template_uses_picture ON certificate_template_uses (picture_id);

CREATE TABLE certificate_papers (
  id         TEXT NOT NULL PRIMARY KEY, -- the template and its version, of which there may be nothing else any more
  layout     JSONB NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);

ALTER TABLE certificates ADD COLUMN paper_id TEXT REFERENCES certificate_papers (id); -- NULL: the standard one
CREATE INDEX certificates_paper ON certificates (paper_id);
ALTER TABLE certificate_rules ADD COLUMN template_id TEXT REFERENCES certificate_templates (id); -- NULL: the standard one
CREATE INDEX certificate_rules_template ON certificate_rules (template_id);
