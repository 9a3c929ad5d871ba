// What each client is told, and how it says what it got.
const { BASE_URL, API_KEY } = process.env
export const baseURL = BASE_URL
export const apiKey = API_KEY
export const { PLAIN, CALLING, SILENT } = process.env

/** Prints what a client got, or the status and the sentence of its error. */
export async function say(work) {
  const said = {}
  for (const [name, get] of Object.entries(work))
    said[name] = await get().catch((error) => ({
      status: error.status ?? error.statusCode ?? error.cause?.status,
      message: String(error.message),
    }))
  process.stdout.write(JSON.stringify(said))
}
