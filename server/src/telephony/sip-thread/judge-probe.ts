import { failureText, isResponse, type RequestFailure, type SipResponse } from '@ringkey/sip'
import type { ServerProbe } from './messages.ts'

/**
 * Whether one OPTIONS shows that its server is up. `answersCalls`: the server has answered an INVITE since the OPTIONS
 * was sent. Then silence is a lost or ignored OPTIONS. An OPTIONS that was answered says more than a call does.
 */
export function judgeProbe(
  answer: SipResponse | RequestFailure,
  answersCalls: boolean,
): Pick<ServerProbe, 'answered' | 'said'> {
  if (isResponse(answer)) {
    // Any response of a live peer (404, 405, 403) counts as up; 408 and 503 mean that the system behind it is down.
    const answered = answer.status !== 408 && answer.status !== 503
    return { answered, said: `${answer.status} ${answer.reason}` }
  }
  const said = failureText(answer)
  return answersCalls
    ? { answered: true, said: `${said}, but calls are answered` }
    : { answered: false, said }
}
