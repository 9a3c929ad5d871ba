// Checks the name and the password of a sign-in.
export { openHomes } from './homes.ts'
export { signIn, type Credentials, type SignInDeps } from './sign-in.ts'
