// Runs once before the browser tests. Loading playwright.config.ts does nothing, so that tools can read it.
import { ownTemporaryFolder } from '../apps/server/test/temporary-folder.ts'
import { prepareDatabases } from './prepared-database.ts'

/** Creates the temporary folder of the run and its initial databases; the workers inherit both. */
export default function setUp(): void {
  ownTemporaryFolder()
  prepareDatabases()
}
