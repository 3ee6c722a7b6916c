/** What end users of a service agree to. */
export const consentTexts = `
  -- The wordings that end users of a service agree to. A version is never changed.
  CREATE TABLE consent_texts (
    service_id bigint NOT NULL,
    version bigint NOT NULL,
    wording text NOT NULL,
    since bigint NOT NULL,
    PRIMARY KEY (service_id, version)
  );
`
