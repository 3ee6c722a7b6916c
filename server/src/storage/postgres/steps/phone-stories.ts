/** The codes that people typed for a verification of /v2, and the list of all verifications of an account. */
export const phoneStories = `
  ALTER TABLE phone_verifications ADD COLUMN checks TEXT NOT NULL DEFAULT '[]';
  CREATE INDEX phone_verifications_by_account ON phone_verifications (account_id, id);
`
