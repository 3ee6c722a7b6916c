/** No longer read: the call itself says whether somebody was told of it (acknowledged.ts). */
export const phoneReplays = `
  ALTER TABLE verification_keys ADD COLUMN replayed INTEGER NOT NULL DEFAULT 0;
`
