export { forgetFiles, forgetFilesBut, keepFile, readFiles } from './kept-files.ts'
