import { contract } from '../contract/contract.ts';
import { aiSdk6, aiSdk7 } from './driver.ts';

contract(aiSdk7);
contract(aiSdk6);
