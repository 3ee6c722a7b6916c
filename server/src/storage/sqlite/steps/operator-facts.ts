/** What operators did is told in the reader's language: the kind of an action with its facts, instead of a sentence. */
export const operatorFacts = `
  -- JSON; null for a sentence of before.
  ALTER TABLE operator_actions ADD COLUMN facts TEXT;
`
