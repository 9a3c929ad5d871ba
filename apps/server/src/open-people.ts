// Opens the features for people: users, sign-in, settings, groups, tokens, the audit trail and the licence.
import type { ItemOwnership } from './access/items/index.ts'
import { auditFeature } from './features/audit/index.ts'
import { authFeature } from './features/auth/index.ts'
import { contextsFeature } from './features/contexts/index.ts'
import { licenceFeature } from './features/licence/index.ts'
import { settingsFeature } from './features/settings/index.ts'
import { tokensFeature } from './features/tokens/index.ts'
import { usersFeature, type PasswordCost } from './features/users/index.ts'
import type { PluginFolders } from './features/plugins/index.ts'
import type { Base } from './open-platform.ts'
import type { Queries } from './platform/db/index.ts'

/** Returns the ids of a person's own projects. */
interface OwnProjects {
  ownIds(db: Queries, userId: number): Promise<number[]>
}

export type People = ReturnType<typeof openPeople>

export function openPeople(
  { config, configuration, db, clock, log, secrets, bus, outbound, types }: Base,
  passwordCost: PasswordCost | undefined,
  /** Called only after all features are open: the belongings of people, and their projects. */
  lazy: { belongings: () => readonly ItemOwnership[]; projects: () => OwnProjects },
  plugins: Pick<PluginFolders, 'list'>,
) {
  const { current } = configuration
  const minimumPasswordStrength = () => current().minimumPasswordStrength
  const licence = licenceFeature({ clock, license: config.file.license })
  const audit = auditFeature({ db, clock, log, types, keepDays: () => current().audit.keepDays })
  const users = usersFeature({
    db,
    clock,
    bus,
    audit: audit.service,
    minimumPasswordStrength,
    allowDeleteOwnProfile: () => current().allowDeleteOwnProfile,
    licence: licence.service,
    endSessions: (tx, userId) => auth.endSessionsOf(tx, userId),
    passwordCost,
    belongings: lazy.belongings,
    projectIdsOf: (tx, userId) => lazy.projects().ownIds(tx, userId),
  })
  const signIn = {
    ...config.file,
    admin: config.admin,
    allowSignUp: () => current().allowSignUp,
    signUpRoleId: () => current().signUpRoleId,
    minimumPasswordStrength,
  }
  const tokens = tokensFeature({ db, clock, log, secrets, bus, audit: audit.service })
  const auth = authFeature({
    db,
    clock,
    log,
    secrets,
    bus,
    outbound,
    audit: audit.service,
    users,
    endTokensOf: tokens.service.endOwn,
    endEveryTokenOf: tokens.service.endEvery,
    config: signIn,
  })
  return {
    users,
    auth,
    audit,
    contexts: contextsFeature({ db, clock, bus, types, audit: audit.service, config: config.file }),
    settings: settingsFeature({ db, bus, clock, plugins: () => plugins.list() }),
    tokens,
    licence,
  }
}
