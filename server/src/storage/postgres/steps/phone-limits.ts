/** Limits of a number over all services, which accounts share: a batch that wrote from an old reading is tried again. */
export const phoneLimits = `
  ALTER TABLE number_limits ADD COLUMN version bigint NOT NULL DEFAULT 0;
  CREATE FUNCTION ringkey_conflict() RETURNS text LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'a number was called through another account meanwhile' USING ERRCODE = '40001';
  END
  $$;
`
