import { roubles, roublesText } from '../../books/money.ts'
import { previewForService, type ServicePreview } from '../../verifications/preview-workflow.ts'
import { verificationDefaults } from '../../verifications/workflow.ts'
import { fields, table } from '../columns.ts'
import { defineCommand, one, operand } from '../command.ts'
import { withRegistry } from '../command-context.ts'
import { CommandFailed } from '../failures.ts'
import { findService } from '../finding.ts'
import { serviceId, text, wholeNumber, workflowRules } from '../readings.ts'

const codeLength = wholeNumber(4, 10, 'a number from 4 to 10')

export const previewWorkflow = defineCommand({
  words: 'service preview',
  summary: 'Show what a verification of /v2 would do for a phone, and its cost at most',
  operands: { service: operand('SERVICE', serviceId), phone: operand('PHONE', text('a phone number')) },
  options: {
    workflow: one('RULES', 'rules to try, as JSON, instead of those of the service', workflowRules),
    'code-length': one('DIGITS', 'of the code, 4 when not given', codeLength),
  },
  async run({ operands, options, terminal, open }) {
    const context = await open()
    const service = await findService(context, operands.service)
    return withRegistry(context, terminal, async (numbering) => {
      const phone = numbering.readFreeText(operands.phone)
      if (phone === undefined) throw new CommandFailed('This is not a valid phone number.')
      const shown = await previewForService({ store: context.store, numbering }, service, {
        phone,
        codeLength: options['code-length'] ?? verificationDefaults.codeLength,
        at: context.now(),
        ...(options.workflow === undefined ? {} : { rules: options.workflow }),
      })
      return { json: previewJson(shown), text: previewText(shown, phone.countryIso) }
    })
  },
})

function previewJson({ rule, operator, steps, maxCostUnits, chargesOnApproval, isPaused }: ServicePreview) {
  return {
    rule: rule === null ? 'default' : rule + 1,
    operator,
    steps: steps.map(({ mode, seconds, skipReason, priceUnits }) => ({
      mode,
      seconds,
      skipped: skipReason,
      price: roubles(priceUnits),
    })),
    max_cost: roubles(maxCostUnits),
    charge_on: chargesOnApproval ? 'approved' : 'delivered',
    paused: isPaused,
  }
}

function previewText(shown: ServicePreview, country: string): string {
  const { rule, operator, steps, maxCostUnits, chargesOnApproval, isPaused } = shown
  const rows = steps.map(({ mode, seconds, skipReason, priceUnits }, index) => [
    index + 1,
    mode,
    `${seconds} s`,
    skipReason === null ? roublesText(priceUnits) : `skipped: ${skipReason}`,
  ])
  return [
    fields([
      ['Country', country || '-'],
      ['Network operator', operator || '-'],
      ['Decided by', rule === null ? 'the default steps: no rule matches' : `rule ${rule + 1}`],
      ['Costs at most', roublesText(maxCostUnits)],
      ['Charged', chargesOnApproval ? 'only when approved' : 'for each delivered step'],
      ...(isPaused ? [['Paused', 'yes: a call would be refused'] as [string, string]] : []),
    ]),
    table(['STEP', 'MODE', 'WAITS', 'PRICE'], rows, 'No step can carry a code of this length'),
  ].join('\n\n')
}
