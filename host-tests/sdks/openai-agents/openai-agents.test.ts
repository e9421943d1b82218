import { contract } from '../contract/contract.ts';
import { agentsDriver } from './driver.ts';

contract(agentsDriver);
