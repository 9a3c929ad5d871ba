// Profile pictures: returned with the profile, set only by their user.
export { bytes, get, remove, set } from './pictures.ts'
