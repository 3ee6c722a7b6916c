/** How the number of an inbound request was written (`+` or `8`), for its web-hook; NULL for bare digits. */
export const phoneForm = `
  ALTER TABLE calls ADD COLUMN phone_form text;
`
