// The public interface of @ringkey/sip.

export { type Body, bodyOf, sdpBody, sdpOf } from './agent/body.ts'
export type { CallEnd } from './agent/call-end.ts'
export type { CallOptions, OutgoingCallHandlers } from './agent/call-options.ts'
export type { Leg, RequestFailure } from './agent/exchange.ts'
export { failureText, isResponse } from './agent/exchange.ts'
export type { SessionHandlers } from './agent/in-dialog-answers.ts'
export type { IncomingCall, ReplyOptions } from './agent/incoming-call.ts'
export { infoDigit } from './agent/info-digit.ts'
export type { OutgoingCall } from './agent/outgoing-call.ts'
export type { Registration, RegistrationOptions, RegistrationState } from './agent/registration.ts'
export type { Session } from './agent/session.ts'
export { type RequestOptions, UserAgent, type UserAgentOptions } from './agent/user-agent.ts'
export { verstatsOf } from './agent/verstat.ts'
export type { Credentials } from './auth/digest-client.ts'
export { DigestServer, type DigestServerOptions, type Verdict } from './auth/digest-server.ts'
export { type Clock, systemClock, type Timer } from './clock.ts'
export { convertG711, decodeG711, encodeG711, type G711Law } from './media/g711.ts'
export type { Codec } from './media/g722.ts'
export { CallMedia, type CallMediaOptions, Media, type MediaOptions } from './media/media.ts'
export { NoMediaPort } from './media/media-session.ts'
export { Recording } from './media/recording.ts'
export type { PortRange } from './media/rtp-ports.ts'
export type { Audio, RtpStream, RtpStreamCounts, RtpStreamEvents } from './media/rtp-stream.ts'
export type { Digit } from './media/telephone-event.ts'
export { readWav, readWavSamples, writeG711Wav, writePcmWav } from './media/wav.ts'
export { type CSeq, parseDeltaSeconds, parseReasons, type Reason } from './message/header-values.ts'
export { Headers } from './message/headers.ts'
export { type SipMessage, SipRequest, SipResponse } from './message/message.ts'
export { formatNameAddress, type NameAddress, parseNameAddress, tagOf } from './message/name-address.ts'
export { Parameters } from './message/parameters.ts'
export { type Malformed, type ParseResult, parseMessage } from './message/parse.ts'
export { respond } from './message/respond.ts'
export { serialise } from './message/serialise.ts'
export { escapeUser, type OtherUri, parseUri, type SipUri, type TelUri, type Uri } from './message/uri.ts'
export type { Via } from './message/via.ts'
export { type Random, systemRandom } from './random.ts'
export { cachedResolver } from './resolve/cached-resolver.ts'
export type { DnsAnswer, NaptrRecord, Resolver, SrvRecord } from './resolve/resolver.ts'
export { systemResolver } from './resolve/system-resolver.ts'
export type { ClientFailure } from './transaction/client-transaction.ts'
export type { TransactionCounters } from './transaction/counters.ts'
export type { ServerTransaction } from './transaction/server-transaction.ts'
export { standardTimes, type TransactionTimes } from './transaction/settings.ts'
export type { Trace, TraceEvent } from './transaction/trace.ts'
export { defaultLimits, type TransportCounts, type TransportLimits } from './transport/limits.ts'
export {
  type ListenOn,
  type OpenTransportsOptions,
  openTransports,
  type Transports,
} from './transport/open-transports.ts'
export type { TlsFiles } from './transport/tls-credentials.ts'
export type {
  Advertised,
  Destination,
  SendFailure,
  SendFailureKind,
  Source,
  Transport,
  TransportName,
} from './transport/transport.ts'
