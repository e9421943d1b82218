import { contract } from '../contract/contract.ts';
import { copilotDriver } from './driver.ts';

contract(copilotDriver);
