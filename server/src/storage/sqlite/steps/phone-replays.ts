/** No longer read: the verification itself says whether somebody was told of it (acknowledged.ts). */
export const phoneReplays = `
  ALTER TABLE phone_verification_keys ADD COLUMN replayed INTEGER NOT NULL DEFAULT 0;
`
