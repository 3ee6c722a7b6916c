/** Of whose network a verification was asked for (an IPv4 address or an IPv6 /64), for the limits per address. */
export const verificationNetworks = `
  ALTER TABLE verifications ADD COLUMN network text NOT NULL DEFAULT '';
  CREATE INDEX verifications_by_network ON verifications (service_id, network, created_at)
    WHERE network <> '';
`
