/** How the number of an inbound request was written (`+` or `8`), for its web-hook; NULL for bare digits. */
export const phoneForm = `
  ALTER TABLE verifications ADD COLUMN phone_form TEXT;
`
