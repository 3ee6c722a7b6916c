/** The codes that people typed for a verification of /v2, and the list of all calls of an account. */
export const phoneStories = `
  ALTER TABLE verifications ADD COLUMN checks TEXT NOT NULL DEFAULT '[]';
  CREATE INDEX verifications_by_account ON verifications (account_id, id);
`
