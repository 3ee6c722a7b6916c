/** Confirmation numbers belong to trunks; the end of the demo is remembered. */
export const trunkTrust = `
  -- A number without a row here may be called over any trunk that takes incoming calls.
  CREATE TABLE confirmation_trunks (
    number text NOT NULL REFERENCES confirmation_numbers (number),
    trunk text COLLATE "C" NOT NULL REFERENCES trunks (name),
    PRIMARY KEY (number, trunk)
  );

  -- The first real trunk or number ends the demo for good, even if it is removed later.
  INSERT INTO meta SELECT 'real_telephony', '1'
  WHERE EXISTS (SELECT 1 FROM trunks WHERE demo = 0) OR EXISTS (SELECT 1 FROM confirmation_numbers WHERE demo = 0);

  -- The account of the first run is the one that may be entered by a one-time link.
  INSERT INTO meta SELECT 'demo_account', CAST(min(id) AS text) FROM accounts WHERE demo = 1 HAVING count(*) > 0;

  -- Until now, accounts that signed up to a demo could call the simulated carrier alone: they are demo accounts.
  UPDATE accounts SET demo = 1
  WHERE EXISTS (SELECT 1 FROM meta WHERE name = 'demo_account')
    AND NOT EXISTS (SELECT 1 FROM meta WHERE name = 'real_telephony');
`
