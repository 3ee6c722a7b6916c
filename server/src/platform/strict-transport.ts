/** `Strict-Transport-Security` (RFC 6797) of answers over HTTPS: for a year the browser comes by HTTPS alone. */
export const strictTransport = 'max-age=31536000'
