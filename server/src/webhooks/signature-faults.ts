/** What can be wrong with a pasted signed webhook; the cabinet has a sentence for each. */
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
