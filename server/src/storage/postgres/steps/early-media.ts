/** What a trunk means by 183 is learned from its calls. `yes` was the default of before, so it becomes `learned`. */
export const earlyMedia = `
  -- Calls with a 183 by what followed it.
  CREATE TABLE early_media (
    trunk text COLLATE "C" PRIMARY KEY,
    then_ringing bigint NOT NULL,
    then_answer bigint NOT NULL,
    then_decline bigint NOT NULL,
    then_failure bigint NOT NULL,
    then_nothing bigint NOT NULL
  );
  UPDATE trunks SET settings = (
    settings::jsonb || jsonb_build_object(
      'earlyMediaIsRinging',
      CASE settings::jsonb ->> 'earlyMediaIsRinging' WHEN 'false' THEN 'no' ELSE 'learned' END,
      'earlyMediaWaitMs',
      12000
    )
  )::text;
`
