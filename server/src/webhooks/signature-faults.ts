/** What is wrong with a signed web-hook that somebody pasted; each has a sentence in the cabinet. */
export type SignatureFault =
  | 'secret-malformed'
  | 'id-missing'
  | 'timestamp-missing'
  | 'signature-missing'
  | 'timestamp-unreadable'
  | 'signature-version'
  | 'masked-body'
  | 'body-spaces'
  | 'body-rewritten'
  | 'no-fit'
