/** The wrong codes of a phone in one row: at all services, each with its time, service, delivery and sources. */
export const wrongTries = `
  ALTER TABLE wrong_codes RENAME TO wrong_codes_by_service;
  DROP INDEX wrong_codes_by_end;
  CREATE TABLE wrong_codes (
    phone_hash BLOB PRIMARY KEY,
    tries TEXT NOT NULL,
    ends_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX wrong_codes_by_end ON wrong_codes (ends_at);
  INSERT INTO wrong_codes
    SELECT phone_hash, json_group_array(json_array(value, service_id, 1)), max(ends_at)
    FROM (SELECT phone_hash, value, service_id, ends_at FROM wrong_codes_by_service, json_each(times) ORDER BY value)
    GROUP BY phone_hash;
  DROP TABLE wrong_codes_by_service;
`
