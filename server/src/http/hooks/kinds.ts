import type { HookKind } from '../../storage/queries/hooks.ts'
import { authentik } from './authentik.ts'
import { casdoor } from './casdoor.ts'
import { auth0, cognito } from './cloud.ts'
import { fusionauth } from './fusionauth.ts'
import { generic } from './generic.ts'
import { keycloak } from './keycloak.ts'
import type { Kind } from './kind.ts'
import { kratos } from './kratos.ts'
import { logto } from './logto.ts'
import { supabase } from './supabase.ts'
import { zitadel } from './zitadel.ts'

export const kinds: Readonly<Record<HookKind, Kind>> = {
  supabase,
  authentik,
  zitadel,
  logto,
  fusionauth,
  kratos,
  casdoor,
  keycloak,
  auth0,
  cognito,
  generic,
}
