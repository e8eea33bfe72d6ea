-- What has changed since the figures of dashboards were summed is marked by the database, so that no writer can forget it. This is how PostgreSQL says it.

-- +goose Up
-- +goose StatementBegin
-- The arguments are a kind and the columns whose days (UTC) are marked.
CREATE FUNCTION mark_report_days() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE rows jsonb[] := '{}';
BEGIN
  IF TG_OP <> 'INSERT' THEN rows := rows || to_jsonb(OLD); END IF;
  IF TG_OP <> 'DELETE' THEN rows := rows || to_jsonb(NEW); END IF;
  INSERT INTO report_dirty (id, kind, key)
    SELECT gen_random_uuid()::text, TG_ARGV[0], d.day
    FROM (SELECT DISTINCT to_char((r.row ->> c.name)::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
      FROM unnest(rows) AS r (row) CROSS JOIN unnest(TG_ARGV[1:]) AS c (name)) AS d WHERE d.day IS NOT NULL;
  RETURN NULL;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
-- The arguments are a kind and the column whose value is marked.
CREATE FUNCTION mark_report_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_dirty (id, kind, key)
    SELECT gen_random_uuid()::text, TG_ARGV[0], to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END) ->> TG_ARGV[1];
  RETURN NULL;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION mark_learner_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE a lesson_activity := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  INSERT INTO report_dirty (id, kind, key) VALUES (gen_random_uuid()::text, 'learner_day', a.user_id || ' ' || to_char(a.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'));
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER users_report AFTER INSERT OR DELETE ON users FOR EACH ROW EXECUTE FUNCTION mark_report_days('users', 'created_at');
CREATE TRIGGER users_report_update AFTER UPDATE ON users FOR EACH ROW WHEN (OLD.email_verified_at IS DISTINCT FROM NEW.email_verified_at) EXECUTE FUNCTION mark_report_days('users', 'created_at');
CREATE TRIGGER enrollments_report AFTER INSERT OR DELETE ON enrollments FOR EACH ROW EXECUTE FUNCTION mark_report_days('enrollments', 'created_at', 'updated_at');
CREATE TRIGGER enrollments_report_update AFTER UPDATE ON enrollments FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.created_at IS DISTINCT FROM NEW.created_at OR OLD.updated_at IS DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION mark_report_days('enrollments', 'created_at', 'updated_at');
CREATE TRIGGER course_progress_report AFTER INSERT OR DELETE ON course_progress FOR EACH ROW EXECUTE FUNCTION mark_report_days('completions', 'completed_at');
CREATE TRIGGER course_progress_report_update AFTER UPDATE ON course_progress FOR EACH ROW WHEN (OLD.completed_at IS DISTINCT FROM NEW.completed_at) EXECUTE FUNCTION mark_report_days('completions', 'completed_at');
CREATE TRIGGER certificates_report AFTER INSERT OR DELETE ON certificates FOR EACH ROW EXECUTE FUNCTION mark_report_days('certificates', 'issued_at');
CREATE TRIGGER certificates_report_update AFTER UPDATE ON certificates FOR EACH ROW WHEN (OLD.issued_at IS DISTINCT FROM NEW.issued_at) EXECUTE FUNCTION mark_report_days('certificates', 'issued_at');
CREATE TRIGGER payments_report AFTER INSERT OR DELETE ON payments FOR EACH ROW EXECUTE FUNCTION mark_report_days('payments', 'received_at');
CREATE TRIGGER payments_report_update AFTER UPDATE ON payments FOR EACH ROW WHEN (OLD.received_at IS DISTINCT FROM NEW.received_at OR OLD.amount IS DISTINCT FROM NEW.amount) EXECUTE FUNCTION mark_report_days('payments', 'received_at');
CREATE TRIGGER refunds_report AFTER INSERT OR DELETE ON refunds FOR EACH ROW EXECUTE FUNCTION mark_report_days('payments', 'updated_at');
CREATE TRIGGER refunds_report_update AFTER UPDATE ON refunds FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.updated_at IS DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION mark_report_days('payments', 'updated_at');
CREATE TRIGGER orders_report AFTER INSERT OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION mark_report_days('orders', 'created_at');
CREATE TRIGGER orders_report_update AFTER UPDATE ON orders FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.paid_at IS DISTINCT FROM NEW.paid_at) EXECUTE FUNCTION mark_report_days('orders', 'created_at');
CREATE TRIGGER demo_bookings_report AFTER INSERT OR DELETE ON demo_bookings FOR EACH ROW EXECUTE FUNCTION mark_report_days('demos', 'starts_at');
CREATE TRIGGER demo_bookings_report_update AFTER UPDATE ON demo_bookings FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.starts_at IS DISTINCT FROM NEW.starts_at OR OLD.converted_enrollment_id IS DISTINCT FROM NEW.converted_enrollment_id) EXECUTE FUNCTION mark_report_days('demos', 'starts_at');
CREATE TRIGGER ai_runs_report AFTER INSERT OR DELETE ON ai_runs FOR EACH ROW EXECUTE FUNCTION mark_report_days('runs', 'began_at');
CREATE TRIGGER ai_runs_report_update AFTER UPDATE ON ai_runs FOR EACH ROW WHEN (OLD.began_at IS DISTINCT FROM NEW.began_at) EXECUTE FUNCTION mark_report_days('runs', 'began_at');
CREATE TRIGGER enrollments_course_report AFTER INSERT OR DELETE ON enrollments FOR EACH ROW EXECUTE FUNCTION mark_report_key('course', 'course_id');
CREATE TRIGGER enrollments_course_report_update AFTER UPDATE ON enrollments FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.created_at IS DISTINCT FROM NEW.created_at) EXECUTE FUNCTION mark_report_key('course', 'course_id');
CREATE TRIGGER course_progress_course_report AFTER INSERT OR DELETE ON course_progress FOR EACH ROW EXECUTE FUNCTION mark_report_key('course', 'course_id');
CREATE TRIGGER course_progress_course_report_update AFTER UPDATE ON course_progress FOR EACH ROW WHEN (OLD.started_at IS DISTINCT FROM NEW.started_at OR OLD.completed_at IS DISTINCT FROM NEW.completed_at OR OLD.percent IS DISTINCT FROM NEW.percent) EXECUTE FUNCTION mark_report_key('course', 'course_id');
CREATE TRIGGER course_instructors_learner_report AFTER INSERT OR DELETE ON course_instructors FOR EACH ROW EXECUTE FUNCTION mark_report_key('learner', 'user_id');
CREATE TRIGGER course_instructors_learner_report_update AFTER UPDATE ON course_instructors FOR EACH ROW WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION mark_report_key('learner', 'user_id');
CREATE TRIGGER lesson_activity_report AFTER INSERT OR UPDATE OR DELETE ON lesson_activity FOR EACH ROW EXECUTE FUNCTION mark_learner_day();
