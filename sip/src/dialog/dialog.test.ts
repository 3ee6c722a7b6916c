import { describe, expect, it } from 'vitest'
import { Headers } from '../message/headers.ts'
import { SipRequest, SipResponse } from '../message/message.ts'
import {
  confirmed,
  type Dialog,
  dialogKeyOf,
  dialogOfClient,
  dialogOfServer,
  receiveInDialog,
  refreshTarget,
} from './dialog.ts'
import { requestInDialog } from './dialog-request.ts'
import { isNextReliable, reliableSequence } from './reliable.ts'
import { timerDelayMs, timerOfClient, timerOfServer } from './session-timer.ts'

const invite = new SipRequest(
  'INVITE',
  'sip:b@192.0.2.2',
  Headers.of(
    ['From', '<sip:a@192.0.2.1>;tag=ours'],
    ['To', '<sip:b@192.0.2.2>'],
    ['Call-ID', 'call'],
    ['CSeq', '7 INVITE'],
    ['Contact', '<sip:a@192.0.2.1:5060>'],
    ['Record-Route', '<sip:p1;lr>, <sip:p2;lr>'],
  ),
)

function response(status: number, ...headers: [string, string][]): SipResponse {
  return new SipResponse(
    status,
    '',
    Headers.of(['To', '<sip:b@192.0.2.2>;tag=theirs'], ['Contact', '<sip:b@10.0.0.2:5080>'], ...headers),
  )
}

function ours(...headers: [string, string][]): Dialog {
  return dialogOfClient(invite, response(200, ...headers))!
}

describe('a dialog that we began', () => {
  it('is early at a provisional response with a tag, confirmed at a 2xx', () => {
    expect(dialogOfClient(invite, response(180))).toMatchObject({
      callId: 'call',
      localTag: 'ours',
      remoteTag: 'theirs',
      remoteTarget: 'sip:b@10.0.0.2:5080',
      localCSeq: 7,
      remoteCSeq: undefined,
      confirmed: false,
    })
    expect(ours().confirmed).toBe(true)
    expect(dialogOfClient(invite, response(100))).toBeUndefined()
    expect(dialogOfClient(invite, response(486))).toBeUndefined()
    const noTag = response(180)
    noTag.headers.set('To', '<sip:b@192.0.2.2>')
    expect(dialogOfClient(invite, new SipResponse(180, '', noTag.headers))).toBeUndefined()
  })

  it('takes the route set of the 2xx and keeps the sequence numbers of the early dialog', () => {
    const early = { ...dialogOfClient(invite, response(180))!, localCSeq: 9 }
    const after = confirmed(early, invite, response(200, ['Record-Route', '<sip:late;lr>']))
    expect(after).toMatchObject({ confirmed: true, localCSeq: 9, routeSet: ['<sip:late;lr>'] })
  })

  it('lists recorded routes in reverse order, with the target in the Request-URI', () => {
    const dialog = ours(['Record-Route', '<sip:p2.example;lr>'], ['Record-Route', '<sip:p1.example;lr>'])
    const { request, nextHop } = requestInDialog(dialog, { method: 'BYE', cseq: 8 })
    expect(request.uri).toBe('sip:b@10.0.0.2:5080')
    expect(request.headers.lines('Route')).toEqual(['<sip:p1.example;lr>', '<sip:p2.example;lr>'])
    expect(nextHop).toBe('sip:p1.example;lr')
    expect([...request.headers]).toEqual(
      expect.arrayContaining([
        ['From', '<sip:a@192.0.2.1>;tag=ours'],
        ['To', '<sip:b@192.0.2.2>;tag=theirs'],
        ['CSeq', '8 BYE'],
      ]),
    )
  })

  it('gives a strict router the Request-URI and the target the last Route', () => {
    const dialog = ours(['Record-Route', '<sip:p2.example;lr>, <sip:strict.example;method=INVITE?x=y>'])
    const { request, nextHop } = requestInDialog(dialog, { method: 'BYE', cseq: 8 })
    expect(request.uri).toBe('sip:strict.example')
    expect(request.headers.lines('Route')).toEqual(['<sip:p2.example;lr>', '<sip:b@10.0.0.2:5080>'])
    expect(nextHop).toBe('sip:strict.example')
  })

  it('sends requests straight to the target without a route', () => {
    expect(requestInDialog(ours(), { method: 'BYE', cseq: 8 })).toMatchObject({
      nextHop: 'sip:b@10.0.0.2:5080',
      request: { uri: 'sip:b@10.0.0.2:5080' },
    })
  })
})

describe('a dialog that a peer began', () => {
  it('is the same from the other side', () => {
    expect(dialogOfServer(invite, 'mine')).toMatchObject({
      localTag: 'mine',
      remoteTag: 'ours',
      local: '<sip:b@192.0.2.2>;tag=mine',
      remote: '<sip:a@192.0.2.1>;tag=ours',
      remoteTarget: 'sip:a@192.0.2.1:5060',
      routeSet: ['<sip:p1;lr>', '<sip:p2;lr>'],
      remoteCSeq: 7,
    })
  })

  it('is found by the tags of a request in it', () => {
    const bye = new SipRequest(
      'BYE',
      'sip:a',
      Headers.of(['From', '<sip:b>;tag=theirs'], ['To', '<sip:a>;tag=ours'], ['Call-ID', 'call']),
    )
    expect(dialogKeyOf(bye)).toBe('call ours theirs')
    expect(dialogKeyOf(invite)).toBeUndefined()
  })

  it('does not exist without a Contact', () => {
    const { headers } = invite
    expect(
      dialogOfServer(new SipRequest('INVITE', invite.uri, headers.clone().delete('Contact')), 'x'),
    ).toBeUndefined()
  })
})

describe('a request in a dialog', () => {
  const request = (number: number, contact: string): SipRequest =>
    new SipRequest('UPDATE', 'sip:a', Headers.of(['CSeq', `${number} UPDATE`], ['Contact', contact]))

  it('must have a higher number than the last one', () => {
    const dialog = receiveInDialog(ours(), request(5, '<sip:x>'))
    expect(dialog).toMatchObject({ remoteCSeq: 5 })
    expect(receiveInDialog(dialog as Dialog, request(5, '<sip:x>'))).toBe('out of order')
    expect(receiveInDialog(dialog as Dialog, request(9, '<sip:x>'))).toMatchObject({ remoteCSeq: 9 })
  })

  it('may change the target, but only to a SIP address', () => {
    expect(refreshTarget(ours(), request(1, '<sip:new@10.0.0.9>')).remoteTarget).toBe('sip:new@10.0.0.9')
    expect(refreshTarget(ours(), request(1, '<http://x>')).remoteTarget).toBe('sip:b@10.0.0.2:5080')
  })
})

describe('session timers', () => {
  const asking = (...headers: [string, string][]): SipRequest =>
    new SipRequest('INVITE', 'sip:a', Headers.of(...headers))

  it('have the values in the answer to our INVITE', () => {
    expect(timerOfClient(response(200))).toBeUndefined()
    expect(timerOfClient(response(200, ['Session-Expires', '1800;refresher=uas']))).toEqual({
      intervalS: 1800,
      weRefresh: false,
    })
    expect(timerOfClient(response(200, ['x', '600']))).toEqual({ intervalS: 600, weRefresh: true })
  })

  it('follow RFC 4028 table 2 when we answer', () => {
    expect(timerOfServer(asking())).toEqual({ kind: 'none' })
    expect(timerOfServer(asking(['Session-Expires', '60'], ['Supported', 'timer']))).toEqual({
      kind: 'too small',
      minS: 90,
    })
    expect(timerOfServer(asking(['Session-Expires', '600'], ['Supported', 'timer']))).toEqual({
      kind: 'agreed',
      timer: { intervalS: 600, weRefresh: false },
      headers: [
        ['Session-Expires', '600;refresher=uac'],
        ['Require', 'timer'],
      ],
    })
    expect(timerOfServer(asking(['Session-Expires', '600;refresher=uas'], ['k', 'timer']))).toMatchObject({
      timer: { weRefresh: true },
    })
    expect(timerOfServer(asking(['Session-Expires', '600']))).toMatchObject({ timer: { weRefresh: true } })
  })

  it('refresh at half time, or give up shortly before the end', () => {
    expect(timerDelayMs({ intervalS: 1800, weRefresh: true })).toBe(900_000)
    expect(timerDelayMs({ intervalS: 1800, weRefresh: false })).toBe(1_768_000)
    expect(timerDelayMs({ intervalS: 90, weRefresh: false })).toBe(60_000)
  })
})

describe('reliable provisional responses', () => {
  it('are those that require 100rel and carry RSeq', () => {
    expect(reliableSequence(response(183, ['Require', '100rel'], ['RSeq', '5']))).toBe(5)
    expect(reliableSequence(response(183, ['RSeq', '5']))).toBeUndefined()
    expect(reliableSequence(response(200, ['Require', '100rel'], ['RSeq', '5']))).toBeUndefined()
  })

  it('count up by one', () => {
    expect([isNextReliable(undefined, 77), isNextReliable(77, 78)]).toEqual([true, true])
    expect([isNextReliable(77, 77), isNextReliable(77, 79)]).toEqual([false, false])
  })
})
