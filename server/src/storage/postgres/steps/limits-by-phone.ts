/** The limits of a phone are neighbours in their index: a call reads and writes that of its service and of all services. */
export const limitsByPhone = `
  ALTER TABLE number_limits DROP CONSTRAINT number_limits_pkey;
  ALTER TABLE number_limits ADD PRIMARY KEY (phone_hash, service_id);
`
