import { contract } from '../contract/contract.ts';
import { claudeDriver } from './driver.ts';

contract(claudeDriver);
