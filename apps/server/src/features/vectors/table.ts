/** The embedding model of the installation: one row, or none. */
export const VECTOR_SETTINGS = 'vector_settings'

/** Whether an embedding model is chosen. */
export const HAS_MODEL = `EXISTS (SELECT 1 FROM ${VECTOR_SETTINGS})`
