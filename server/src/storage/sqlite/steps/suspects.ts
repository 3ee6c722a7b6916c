/** Whether a tariff charges voice calls without a sign that anybody heard them. */
export const suspects = `
  ALTER TABLE tariffs ADD COLUMN charges_suspects INTEGER NOT NULL DEFAULT 0;
`
