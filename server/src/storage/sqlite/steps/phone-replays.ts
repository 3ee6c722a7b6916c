/** Whether a verification of /v2 was told to somebody who repeated its key (queries/disown-phone.ts). */
export const phoneReplays = `
  ALTER TABLE phone_verification_keys ADD COLUMN replayed INTEGER NOT NULL DEFAULT 0;
`
