/**
 * The hours of one cell of the installation, such as those of one block of calling numbers, lie on pages with those of all
 * services. Along the key 103,680 rows of a month were read for them.
 */
export const cellHours = `
  CREATE INDEX hour_facts_by_cell ON hour_facts (cell, hour) WHERE service_id = 0;
`
