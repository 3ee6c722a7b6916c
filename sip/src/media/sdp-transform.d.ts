// The parts of sdp-transform 3 that are used here; the package brings no types of its own.
declare module 'sdp-transform' {
  export interface RtpMap {
    payload: number
    codec: string
    rate?: number
    encoding?: number
  }

  export interface Connection {
    version: number
    ip: string
  }

  export interface MediaDescription {
    type: string
    port: number
    protocol: string
    payloads?: string
    connection?: Connection
    rtp: RtpMap[]
    fmtp: Array<{ payload: number; config: string }>
    ptime?: number
    maxptime?: unknown
    direction?: 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive'
    crypto?: Array<{ id: number | string; suite: string; config: string; sessionConfig?: string }>
    rtcp?: { port: number; netType?: string; ipVer?: number; address?: string }
  }

  export interface SessionDescription {
    version?: number
    origin?: {
      username: string
      sessionId: number | string
      sessionVersion: number
      netType: string
      ipVer: number
      address: string
    }
    name?: string
    connection?: Connection
    timing?: { start: number; stop: number }
    direction?: 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive'
    media: MediaDescription[]
  }

  export function parse(sdp: string): SessionDescription
  export function write(session: SessionDescription): string
}
