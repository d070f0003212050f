export { verify as lookUp } from './verify';
