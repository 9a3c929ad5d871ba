// Prints the path of the template data directory: a database with the schema and no rows. A separate process, because its
// callers must not import the product's sources.
import { prepareTemplates } from './db-template.ts'

const { migratedDir } = await prepareTemplates()
process.stdout.write(migratedDir)
