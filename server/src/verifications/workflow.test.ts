import { expect, it } from 'vitest'
import type { WorkflowRule } from '../storage/queries/services.ts'
import { asksForReach, workflowSteps } from './workflow.ts'

const step = (mode: 'flash' | 'voice' | 'mix' | 'inbound') => ({ mode, seconds: 20 })
const rules: readonly WorkflowRule[] = [
  { match: { country: 'RU', operator: 'мтс' }, steps: [step('voice')] },
  { match: { prefix: '7701' }, steps: [step('inbound'), step('mix')] },
  { match: { country: 'KZ' }, steps: [step('mix')] },
]
const modesFor = (e164: string, country: string, operator = '', codeLength = 4) =>
  workflowSteps(rules, { e164, country, operator }, codeLength).map(({ mode }) => mode)

it('workflow: uses the steps of the first rule that matches country, operator and prefix', () => {
  expect(modesFor('79161234567', 'RU', 'МТС')).toEqual(['voice'])
  expect(modesFor('77011234567', 'KZ')).toEqual(['inbound', 'mix'])
  expect(modesFor('77021234567', 'KZ')).toEqual(['mix'])
})

it('workflow: a network is matched by any of its names', () => {
  expect(modesFor('79161234567', 'RU', 'ПАО "Мобильные ТелеСистемы"')).toEqual(['voice'])
})

it('workflow: uses flash, then voice, when no rule matches', () => {
  expect(modesFor('79161234567', 'RU', 'Tele2')).toEqual(['flash', 'voice'])
})

it('workflow: leaves out steps that cannot carry a longer code', () => {
  expect(modesFor('79161234567', 'RU', 'Tele2', 6)).toEqual(['voice'])
  expect(modesFor('77011234567', 'KZ', '', 6)).toEqual(['inbound'])
  expect(modesFor('77021234567', 'KZ', '', 6)).toEqual([])
})

it('workflow: a rule for poor reach is for phones of which that is known, and for no others', () => {
  const [poor, others] = [[step('inbound')], [step('flash')]]
  const withReach: readonly WorkflowRule[] = [
    { match: { reach: 'poor' }, steps: poor },
    { match: {}, steps: others },
  ]
  const target = { e164: '79161234567', country: 'RU', operator: 'МТС' }
  expect(workflowSteps(withReach, { ...target, isHardToReach: true }, 4)).toEqual(poor)
  expect(workflowSteps(withReach, { ...target, isHardToReach: false }, 4)).toEqual(others)
  expect(workflowSteps(withReach, target, 4)).toEqual(others)
  expect([asksForReach(withReach), asksForReach(rules)]).toEqual([true, false])
})
