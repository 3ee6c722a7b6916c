/** The wrong codes of a phone in one row: at all services, each with its time, service, delivery and sources. */
export const wrongTries = `
  ALTER TABLE wrong_codes RENAME TO wrong_codes_by_service;
  ALTER TABLE wrong_codes_by_service RENAME CONSTRAINT wrong_codes_pkey TO wrong_codes_by_service_pkey;
  DROP INDEX wrong_codes_by_end;
  CREATE TABLE wrong_codes (
    phone_hash bytea PRIMARY KEY,
    tries text NOT NULL,
    ends_at bigint NOT NULL
  );
  CREATE INDEX wrong_codes_by_end ON wrong_codes (ends_at);
  INSERT INTO wrong_codes
    SELECT phone_hash, json_agg(json_build_array(at::bigint, service_id, 1) ORDER BY at::bigint), max(ends_at)
    FROM wrong_codes_by_service, json_array_elements_text(times::json) AS at
    GROUP BY phone_hash;
  DROP TABLE wrong_codes_by_service;
`
