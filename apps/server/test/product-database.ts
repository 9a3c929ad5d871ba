// Prints where the data directory is that products of tests begin with: a database with the schema and no rows. A process of
// its own, as whoever asks may know no sources of the product.
import { prepareTemplates } from './db-template.ts'

const { migratedDir } = await prepareTemplates()
process.stdout.write(migratedDir)
