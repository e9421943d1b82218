import { contract } from '../contract/contract.ts';
import { mastraDriver } from './driver.ts';

contract(mastraDriver);
