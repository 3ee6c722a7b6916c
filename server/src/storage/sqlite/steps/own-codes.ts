/** Whether a tariff that charges on approval refuses steps with a code of the integrator, or charges their delivery. */
export const ownCodes = `
  ALTER TABLE tariffs ADD COLUMN refuses_own_codes INTEGER NOT NULL DEFAULT 0;
`
