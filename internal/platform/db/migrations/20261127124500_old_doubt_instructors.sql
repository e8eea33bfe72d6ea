-- +goose Up
-- Q&A sessions that were planned before they took the time of an instructor are held by the only instructor of their course, if there is one and they are free then. The others
-- are held by nobody until their course says by whom.
UPDATE course_doubt_sessions SET instructor_id = (SELECT min(i.user_id) FROM course_instructors AS i WHERE i.course_id = course_doubt_sessions.course_id)
WHERE instructor_id IS NULL
  AND (SELECT count(*) FROM course_instructors AS i WHERE i.course_id = course_doubt_sessions.course_id) = 1
  AND NOT EXISTS (SELECT 1 FROM course_instructors AS i JOIN instructor_busy AS b ON b.instructor_id = i.user_id
    WHERE i.course_id = course_doubt_sessions.course_id AND b.from_at < course_doubt_sessions.ends_at AND b.until_at > course_doubt_sessions.starts_at)
  AND NOT EXISTS (SELECT 1 FROM course_instructors AS i JOIN course_instructors AS j ON j.user_id = i.user_id JOIN course_doubt_sessions AS o ON o.course_id = j.course_id
    WHERE i.course_id = course_doubt_sessions.course_id AND o.id < course_doubt_sessions.id AND o.starts_at < course_doubt_sessions.ends_at AND o.ends_at > course_doubt_sessions.starts_at);
INSERT INTO instructor_busy (id, instructor_id, kind, ref_id, label, from_at, until_at, starts_at, ends_at)
SELECT d.id, d.instructor_id, 'doubt', d.id, coalesce(nullif(d.title, ''), c.title), d.starts_at, d.ends_at, d.starts_at, d.ends_at
FROM course_doubt_sessions AS d JOIN courses AS c ON c.id = d.course_id
WHERE d.instructor_id IS NOT NULL AND d.ends_at > CURRENT_TIMESTAMP AND NOT EXISTS (SELECT 1 FROM instructor_busy AS b WHERE b.kind = 'doubt' AND b.ref_id = d.id);
