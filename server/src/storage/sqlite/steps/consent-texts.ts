/** What end users of a service agree to. */
export const consentTexts = `
  -- The wordings that end users of a service agree to. A version is never changed.
  CREATE TABLE consent_texts (
    service_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    wording TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (service_id, version)
  ) WITHOUT ROWID;
`
