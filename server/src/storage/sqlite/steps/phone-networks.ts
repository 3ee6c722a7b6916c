/** Of whose network a phone verification was asked for (an IPv4 address or an IPv6 /64), for the limits per address. */
export const phoneNetworks = `
  ALTER TABLE phone_verifications ADD COLUMN network TEXT NOT NULL DEFAULT '';
  CREATE INDEX phone_verifications_by_network ON phone_verifications (service_id, network, created_at)
    WHERE network <> '';
`
