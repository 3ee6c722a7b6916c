/** Trunks of before have no SRTP. */
export const srtp = `
  UPDATE trunks SET settings = json_set(settings, '$.srtp', json('false'));
`
