-- What has changed since the figures of dashboards were summed is marked by the database, so that no writer can forget it. This is how SQLite says it.

-- +goose Up
-- +goose StatementBegin
CREATE TRIGGER users_report_insert AFTER INSERT ON users BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'users', key FROM (SELECT substr(NEW.created_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER users_report_update AFTER UPDATE OF email_verified_at ON users WHEN OLD.email_verified_at IS NOT NEW.email_verified_at BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'users', key FROM (SELECT substr(OLD.created_at, 1, 10) AS key UNION SELECT substr(NEW.created_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER users_report_delete AFTER DELETE ON users BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'users', key FROM (SELECT substr(OLD.created_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER enrollments_report_insert AFTER INSERT ON enrollments BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'enrollments', key FROM (SELECT substr(NEW.created_at, 1, 10) AS key UNION SELECT substr(NEW.updated_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER enrollments_report_update AFTER UPDATE OF status, created_at, updated_at ON enrollments WHEN OLD.status IS NOT NEW.status OR OLD.created_at IS NOT NEW.created_at OR OLD.updated_at IS NOT NEW.updated_at BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'enrollments', key FROM (SELECT substr(OLD.created_at, 1, 10) AS key UNION SELECT substr(OLD.updated_at, 1, 10) AS key UNION SELECT substr(NEW.created_at, 1, 10) AS key UNION SELECT substr(NEW.updated_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER enrollments_report_delete AFTER DELETE ON enrollments BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'enrollments', key FROM (SELECT substr(OLD.created_at, 1, 10) AS key UNION SELECT substr(OLD.updated_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER course_progress_report_insert AFTER INSERT ON course_progress BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'completions', key FROM (SELECT substr(NEW.completed_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER course_progress_report_update AFTER UPDATE OF completed_at ON course_progress WHEN OLD.completed_at IS NOT NEW.completed_at BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'completions', key FROM (SELECT substr(OLD.completed_at, 1, 10) AS key UNION SELECT substr(NEW.completed_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER course_progress_report_delete AFTER DELETE ON course_progress BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'completions', key FROM (SELECT substr(OLD.completed_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER certificates_report_insert AFTER INSERT ON certificates BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'certificates', key FROM (SELECT substr(NEW.issued_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER certificates_report_update AFTER UPDATE OF issued_at ON certificates WHEN OLD.issued_at IS NOT NEW.issued_at BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'certificates', key FROM (SELECT substr(OLD.issued_at, 1, 10) AS key UNION SELECT substr(NEW.issued_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER certificates_report_delete AFTER DELETE ON certificates BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'certificates', key FROM (SELECT substr(OLD.issued_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER payments_report_insert AFTER INSERT ON payments BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'payments', key FROM (SELECT substr(NEW.received_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER payments_report_update AFTER UPDATE OF received_at, amount ON payments WHEN OLD.received_at IS NOT NEW.received_at OR OLD.amount IS NOT NEW.amount BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'payments', key FROM (SELECT substr(OLD.received_at, 1, 10) AS key UNION SELECT substr(NEW.received_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER payments_report_delete AFTER DELETE ON payments BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'payments', key FROM (SELECT substr(OLD.received_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER refunds_report_insert AFTER INSERT ON refunds BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'payments', key FROM (SELECT substr(NEW.updated_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER refunds_report_update AFTER UPDATE OF status, updated_at ON refunds WHEN OLD.status IS NOT NEW.status OR OLD.updated_at IS NOT NEW.updated_at BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'payments', key FROM (SELECT substr(OLD.updated_at, 1, 10) AS key UNION SELECT substr(NEW.updated_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER refunds_report_delete AFTER DELETE ON refunds BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'payments', key FROM (SELECT substr(OLD.updated_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER orders_report_insert AFTER INSERT ON orders BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'orders', key FROM (SELECT substr(NEW.created_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER orders_report_update AFTER UPDATE OF status, paid_at ON orders WHEN OLD.status IS NOT NEW.status OR OLD.paid_at IS NOT NEW.paid_at BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'orders', key FROM (SELECT substr(OLD.created_at, 1, 10) AS key UNION SELECT substr(NEW.created_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER orders_report_delete AFTER DELETE ON orders BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'orders', key FROM (SELECT substr(OLD.created_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER demo_bookings_report_insert AFTER INSERT ON demo_bookings BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'demos', key FROM (SELECT substr(NEW.starts_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER demo_bookings_report_update AFTER UPDATE OF status, starts_at, converted_enrollment_id ON demo_bookings WHEN OLD.status IS NOT NEW.status OR OLD.starts_at IS NOT NEW.starts_at OR OLD.converted_enrollment_id IS NOT NEW.converted_enrollment_id BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'demos', key FROM (SELECT substr(OLD.starts_at, 1, 10) AS key UNION SELECT substr(NEW.starts_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER demo_bookings_report_delete AFTER DELETE ON demo_bookings BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'demos', key FROM (SELECT substr(OLD.starts_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ai_runs_report_insert AFTER INSERT ON ai_runs BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'runs', key FROM (SELECT substr(NEW.began_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ai_runs_report_update AFTER UPDATE OF began_at ON ai_runs WHEN OLD.began_at IS NOT NEW.began_at BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'runs', key FROM (SELECT substr(OLD.began_at, 1, 10) AS key UNION SELECT substr(NEW.began_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ai_runs_report_delete AFTER DELETE ON ai_runs BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'runs', key FROM (SELECT substr(OLD.began_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER enrollments_course_report_insert AFTER INSERT ON enrollments BEGIN
  INSERT INTO report_dirty (id, kind, key) VALUES (lower(hex(randomblob(16))), 'course', NEW.course_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER enrollments_course_report_update AFTER UPDATE OF status, created_at ON enrollments WHEN OLD.status IS NOT NEW.status OR OLD.created_at IS NOT NEW.created_at BEGIN
  INSERT INTO report_dirty (id, kind, key) VALUES (lower(hex(randomblob(16))), 'course', NEW.course_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER enrollments_course_report_delete AFTER DELETE ON enrollments BEGIN
  INSERT INTO report_dirty (id, kind, key) VALUES (lower(hex(randomblob(16))), 'course', OLD.course_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER course_progress_course_report_insert AFTER INSERT ON course_progress BEGIN
  INSERT INTO report_dirty (id, kind, key) VALUES (lower(hex(randomblob(16))), 'course', NEW.course_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER course_progress_course_report_update AFTER UPDATE OF started_at, completed_at, percent ON course_progress WHEN OLD.started_at IS NOT NEW.started_at OR OLD.completed_at IS NOT NEW.completed_at OR OLD.percent IS NOT NEW.percent BEGIN
  INSERT INTO report_dirty (id, kind, key) VALUES (lower(hex(randomblob(16))), 'course', NEW.course_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER course_progress_course_report_delete AFTER DELETE ON course_progress BEGIN
  INSERT INTO report_dirty (id, kind, key) VALUES (lower(hex(randomblob(16))), 'course', OLD.course_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER course_instructors_learner_report_insert AFTER INSERT ON course_instructors BEGIN
  INSERT INTO report_dirty (id, kind, key) VALUES (lower(hex(randomblob(16))), 'learner', NEW.user_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER course_instructors_learner_report_update AFTER UPDATE OF user_id ON course_instructors WHEN OLD.user_id IS NOT NEW.user_id BEGIN
  INSERT INTO report_dirty (id, kind, key) VALUES (lower(hex(randomblob(16))), 'learner', NEW.user_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER course_instructors_learner_report_delete AFTER DELETE ON course_instructors BEGIN
  INSERT INTO report_dirty (id, kind, key) VALUES (lower(hex(randomblob(16))), 'learner', OLD.user_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER lesson_activity_report_insert AFTER INSERT ON lesson_activity BEGIN
  INSERT INTO report_dirty (id, kind, key) VALUES (lower(hex(randomblob(16))), 'learner_day', NEW.user_id || ' ' || substr(NEW.starts_at, 1, 10));
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER lesson_activity_report_update AFTER UPDATE ON lesson_activity BEGIN
  INSERT INTO report_dirty (id, kind, key) VALUES (lower(hex(randomblob(16))), 'learner_day', NEW.user_id || ' ' || substr(NEW.starts_at, 1, 10));
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER lesson_activity_report_delete AFTER DELETE ON lesson_activity BEGIN
  INSERT INTO report_dirty (id, kind, key) VALUES (lower(hex(randomblob(16))), 'learner_day', OLD.user_id || ' ' || substr(OLD.starts_at, 1, 10));
END;
-- +goose StatementEnd
