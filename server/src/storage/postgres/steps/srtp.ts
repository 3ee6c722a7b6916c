/** Trunks of before have no SRTP. */
export const srtp = `
  UPDATE trunks SET settings = (settings::jsonb || '{"srtp": false}')::text;
`
