/** What a trunk means by 183 is learned from its calls. `yes` was the default of before, so it becomes `learned`. */
export const earlyMedia = `
  -- Calls with a 183 by what followed it.
  CREATE TABLE early_media (
    trunk TEXT PRIMARY KEY,
    then_ringing INTEGER NOT NULL,
    then_answer INTEGER NOT NULL,
    then_decline INTEGER NOT NULL,
    then_failure INTEGER NOT NULL,
    then_nothing INTEGER NOT NULL
  ) WITHOUT ROWID;
  UPDATE trunks SET settings = json_set(
    settings,
    '$.earlyMediaIsRinging',
    CASE json_extract(settings, '$.earlyMediaIsRinging') WHEN 0 THEN 'no' ELSE 'learned' END,
    '$.earlyMediaWaitMs',
    12000
  );
`
