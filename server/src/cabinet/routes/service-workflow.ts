import { Type } from 'typebox'
import { wrongSetting } from '../../accounts/service-settings.ts'
import { roubles } from '../../books/money.ts'
import type { WorkflowRule } from '../../storage/queries/services.ts'
import { previewForService } from '../../verifications/preview-for-service.ts'
import { verificationDefaults } from '../../verifications/workflow.ts'
import { maySeeMoney } from '../calls/line.ts'
import { idOf, ownService } from '../ids.ts'
import { wrongField } from '../problem.ts'
import { post } from '../route.ts'
import type { WorkflowPreviewView } from '../views/service.ts'

/** A number in an address would stay in logs and histories: the preview is a POST. It changes nothing. */
const preview = post('/services/:id/workflow/preview', {
  audience: 'read',
  body: Type.Object({
    phone: Type.String({ minLength: 1, maxLength: 40 }),
    codeLength: Type.Optional(Type.Integer({ minimum: 4, maximum: 10 })),
    /** Rules that are not saved yet; their rules are those of the setting. */
    workflow: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 100 })),
  }),
  handle: async ({ deps, who, params, body }): Promise<WorkflowPreviewView> => {
    const service = await ownService(deps.store, who, idOf(params.id))
    const phone = deps.numbering.readFreeText(body.phone)
    if (phone === undefined) throw wrongField('phone', 'a phone number with its country code')
    const rules = body.workflow as readonly WorkflowRule[] | undefined
    const fault = rules === undefined ? undefined : wrongSetting({ workflow: rules })
    if (fault !== undefined) throw wrongField('workflow', fault.expected)
    const shown = await previewForService(deps, service, {
      phone,
      codeLength: body.codeLength ?? verificationDefaults.codeLength,
      at: deps.clock.now(),
      ...(rules === undefined ? {} : { rules }),
    })
    const isMoneyShown = maySeeMoney(who)
    const { steps, maxCostUnits, ...others } = shown
    return {
      ...others,
      country: phone.countryIso,
      steps: steps.map(({ priceUnits, ...step }) => ({
        ...step,
        price: isMoneyShown ? roubles(priceUnits) : null,
      })),
      maxCost: isMoneyShown ? roubles(maxCostUnits) : null,
    }
  },
})

export const serviceWorkflowRoutes = [preview]
