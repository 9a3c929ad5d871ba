/** The embedding model of the installation: one row, or none. */
export const VECTOR_SETTINGS = 'vector_settings'

/**
 * The vectors of chunks.
 * @writtenBy datasources
 */
export const CHUNK_VECTORS = 'chunk_vectors'

/** Whether an embedding model is chosen. */
export const HAS_MODEL = `EXISTS (SELECT 1 FROM ${VECTOR_SETTINGS})`
