// Refuses a weak password of the configured super user before the database is created.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, type Config } from './config.ts'
import { CONFIGURED_NAME } from './features/auth/index.ts'
import { openPasswords, weakness } from './features/users/index.ts'
import { hasUsers } from './platform/db/index.ts'

/** @throws ConfigError; DatabaseStartError when PostgreSQL does not answer */
export async function checkFirstAdmin({ admin, databaseUrl, dataDir, file }: Config): Promise<void> {
  // The variables have no effect once there is a user.
  const isFirst = async () =>
    databaseUrl ? !(await hasUsers(databaseUrl)) : !existsSync(join(dataDir, 'pgdata'))
  if (!admin || !(await isFirst())) return
  const minimumPasswordStrength = () => file.minimumPasswordStrength
  const person = { ...CONFIGURED_NAME, email: admin.email }
  const [issue] = await weakness(
    { passwords: openPasswords(), minimumPasswordStrength },
    person,
    admin.password,
    'password',
  )
  if (issue) throw new ConfigError(`POLYLOGUE_ADMIN_PASSWORD ${issue.message}.`)
}
